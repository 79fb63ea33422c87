"""Uses /openai/v1 with the image tool and the chat model of LlamaIndex."""

import os
import tempfile
from pathlib import Path

from checks import download, expect, expect_image, key, report, url
from llama_index.core.llms import ChatMessage
from llama_index.llms.openai_like import OpenAILike
from llama_index.tools.openai import OpenAIImageGenerationToolSpec

# The tool takes no URL.
os.environ["OPENAI_BASE_URL"] = url
with tempfile.TemporaryDirectory() as folder:
    spec = OpenAIImageGenerationToolSpec(api_key=key, cache_dir=folder)
    [tool] = spec.to_tool_list()
    expect_image("image as URL", download(tool.call(text="a red fox").raw_output))
    [path] = tool.call(text="a blue whale", download=True).raw_output
    expect_image("image as file", Path(path).read_bytes())

model = OpenAILike(model="auto", api_base=url, api_key=key, is_chat_model=True)
messages = [ChatMessage(role="user", content="a red fox in the snow")]
expect("chat", "](http" in model.chat(messages).message.content)
texts = [chunk.delta or "" for chunk in model.stream_chat(messages)]
expect("streamed chat", "](http" in "".join(texts))

report()
