"""OpenSpiel brings a log handler that closes the stream it was born with, which is pytest's."""

import sys

from absl import logging

logging.get_absl_handler().python_handler.stream = sys.__stderr__
