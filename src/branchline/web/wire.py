"""The wire: requests are read by a parser in C, as uvicorn does where there is one, and no head may be endless."""

from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD: Final = 64_000
"""Bytes of a request before its body: no browser sends a tenth of them."""


class Wire(HttpToolsProtocol):
    """The parser would go on reading: of a head that does not end it keeps every line."""

    in_head = False
    unread = 0  # bytes of a head that has not come to its end

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.in_head = True

    def on_headers_complete(self) -> None:
        self.in_head, self.unread = False, 0
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.in_head:
            self.unread += len(data)
            if self.unread > HEAD and not self.transport.is_closing():
                self.send_400_response("The head of this request is too large.")
