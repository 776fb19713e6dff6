"""Templates that write fast: Jinja2 with the steps shortened that a page of a table takes a thousand times.

What a template puts out is only joined to the page, so it need not become `Markup` first. What it calls is hardly
ever one of those that ask for the context, and a macro is most often given all that it names, in order. What it asks a
thing for is hardly ever missing. What all templates know is one dictionary.
"""

import re
from collections.abc import MutableMapping
from types import FunctionType
from typing import Any, Final

from jinja2 import Environment, Template
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.nodes import Call, Expr, Filter, Getattr, Name
from jinja2.nodes import Template as Root
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from markupsafe import Markup, escape

special: Final = re.compile("[&<>'\"]").search


def written(value: Any) -> str:
    """A value as it stands in a page: the same letters as `escape` gives."""
    kind = type(value)
    if kind is Markup or (kind is str and special(value) is None):
        return value  # type: ignore[no-any-return]
    return str(value) if kind is int else escape(value)


class Piece(Macro):
    """A macro. Given what it names, it begins to draw at once."""

    def __call__(self, *args: Any, **named: Any) -> str:
        if self.caller or self.catch_kwargs or self.catch_varargs or len(args) > self._argument_count:
            return super().__call__(*args, **named)
        if named or len(args) < self._argument_count:
            asked = self.arguments[len(args) :]
            if not named.keys() <= set(asked):
                return super().__call__(*args, **named)
            args += tuple([named.get(name, missing) for name in asked])
        drawn = self._func(*args)
        return Markup(drawn) if self._default_autoescape else drawn


class Writer(CodeGenerator):
    """Has every expression that is put out go through `written`, and takes the short way to attributes and calls."""

    def visit_Template(self, node: Root, frame: Frame | None = None) -> None:  # noqa: N802
        self.writeline(f"from {__name__} import Piece, written")
        super().visit_Template(node, frame)

    def _output_child_pre(self, node: Expr, frame: Any, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            return super()._output_child_pre(node, frame, finalize)
        as_it_stands = isinstance(node, Filter) and node.name == "drawn"
        self.write("(" if as_it_stands else "written(")

    def visit_Getattr(self, node: Getattr, frame: Frame) -> None:  # noqa: N802
        self.write("(_found if (_found := getattr((_thing := ")
        self.visit(node.node, frame)
        name = repr(node.attr)
        self.write(f"), {name}, missing)) is not missing else environment.getattr(_thing, {name}))")

    def visit_Call(self, node: Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        called = self.environment.globals.get(node.node.name) if isinstance(node.node, Name) else None
        if forward_caller or node.dyn_args or node.dyn_kwargs or hasattr(called, "jinja_pass_arg"):
            return super().visit_Call(node, frame, forward_caller=forward_caller)
        self.visit(node.node, frame)
        self.write("(")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        self.write(")")

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        node, names = macro_ref.node, tuple(argument.name for argument in macro_ref.node.args)
        takes = (macro_ref.accesses_kwargs, macro_ref.accesses_varargs, macro_ref.accesses_caller)
        self.write(f"Piece(environment, macro, {getattr(node, 'name', None)!r}, {names!r}, ")
        self.write(f"{', '.join(map(repr, takes))}, context.eval_ctx.autoescape)")


class Scope(Context):
    """Calls what a template calls without asking twice what it would like to be passed."""

    def call(self, called: Any, /, *args: Any, **named: Any) -> Any:
        if type(called) is FunctionType and hasattr(called, "jinja_pass_arg"):
            return super().call(called, *args, **named)
        named.pop("_block_vars", None)
        named.pop("_loop_vars", None)
        return called(*args, **named)


def drawn(text: str) -> str:
    """What boards drew, which is markup: it is put out as it stands, without a copy."""
    return text


class Templates(Environment):
    code_generator_class = Writer
    context_class = Scope

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.filters["drawn"] = drawn
        self.known: dict[str, Template] = {}

    def get_template(
        self, name: str | Template, parent: str | None = None, globals: MutableMapping[str, Any] | None = None
    ) -> Template:
        """One that was loaded is never another: who includes it need not ask how it is."""
        if self.auto_reload or globals is not None or not isinstance(name, str):
            return super().get_template(name, parent, globals)
        found = self.known.get(name)
        if found is None:
            found = self.known[name] = super().get_template(name, parent)
        return found

    def make_globals(self, more: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(more or {})}
