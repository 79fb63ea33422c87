import re
from dataclasses import dataclass

_message_characters_max = 1_048_576
_line_end = re.compile(r"\r\n|\n|\r")
_retry = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True)
class StreamMessage:
    """Message of an event stream (HTML, section 9.2)."""

    id: str | None
    event: str
    data: str


class MessageParser:
    """Parses an event stream. A message counts once the blank line after it has arrived."""

    def __init__(self) -> None:
        self._line: list[str] = []
        self._ended_with_return = False
        self._id: str | None = None
        self._event = ""
        self._data: list[str] = []
        self._characters = 0
        # Position after the last complete block, also of one without data, such as a heartbeat.
        self.last_event_id: str | None = None
        # Milliseconds of the last `retry:` field.
        self.retry_ms: int | None = None

    def push(self, text: str) -> list[StreamMessage]:
        """Takes the next piece of text, cut anywhere, and returns the messages that it completes."""
        # A character that is cut in two decodes to a piece without text.
        if text == "":
            return []
        is_split_end = self._ended_with_return and text.startswith("\n")
        self._ended_with_return = text.endswith("\r")
        self._characters += len(text)
        if self._characters > _message_characters_max:
            raise ValueError("A message of the stream is too long.")
        first, *rest = _line_end.split(text[1:] if is_split_end else text)
        self._line.append(first)
        messages: list[StreamMessage] = []
        for following in rest:
            line = "".join(self._line)
            if line == "":
                messages.extend(self._take_message())
            else:
                self._take_field(line)
            self._line = [following]
        return messages

    def _take_field(self, line: str) -> None:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._event = value
        elif name == "id" and "\0" not in value:
            self._id = value
        elif name == "retry" and _retry.fullmatch(value):
            self.retry_ms = int(value)

    def _take_message(self) -> list[StreamMessage]:
        message = StreamMessage(self._id, self._event or "message", "\n".join(self._data))
        is_empty = not self._data
        self.last_event_id = self._id
        self._event = ""
        self._data = []
        self._characters = 0
        return [] if is_empty else [message]
