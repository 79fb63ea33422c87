"""Uses /openai/v1 with the image tool and the chat model of LangChain for Python."""

from checks import download, expect, expect_image, key, report, url
from langchain_community.utilities.dalle_image_generator import DallEAPIWrapper
from langchain_openai import ChatOpenAI

wrapper = DallEAPIWrapper(api_key=key, base_url=url, model="dall-e-3", quality="hd")
expect_image("image", download(wrapper.run("a red fox")))

model = ChatOpenAI(model="auto", api_key=key, base_url=url)
expect("chat", "](http" in model.invoke("a red fox in the snow").content)
texts = [chunk.content for chunk in model.stream("a red fox in the snow")]
expect("streamed chat", "](http" in "".join(texts))

report()
