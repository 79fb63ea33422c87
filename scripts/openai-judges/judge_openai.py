"""Uses every endpoint of /openai/v1 with the official client for Python, synchronous and asynchronous."""

import asyncio
import base64
import sys

from checks import download, expect, expect_error, expect_image, key, report, url
from openai import (
    AsyncOpenAI,
    AuthenticationError,
    BadRequestError,
    NotFoundError,
    OpenAI,
)

# A provider of the engine's tests speaks silence, and has one transcript for everything.
is_fake = "--fake-provider" in sys.argv
client = OpenAI(base_url=url, api_key=key)

expect("models", "auto" in [model.id for model in client.models.list()])
expect("model", client.models.retrieve("auto").id == "auto")

image = client.images.generate(model="auto", prompt="a red fox", response_format="b64_json")
png = base64.b64decode(image.data[0].b64_json)
expect_image("image as Base64", png)
linked = client.images.generate(model="dall-e-3", prompt="a red fox", response_format="url")
expect_image("image as URL", download(linked.data[0].url))
raw = client.images.with_raw_response.generate(model="auto", prompt="a red fox", style="vivid")
expect("headers", raw.headers["x-gme-job-id"] and "style" in raw.headers["x-gme-ignored"])
events = list(client.images.generate(model="auto", prompt="a red fox", stream=True))
expect("stream", [event.type for event in events] == ["image_generation.completed"])
edited = client.images.edit(model="auto", image=("fox.png", png), prompt="as a pencil drawing")
expect("edit", edited.data[0].b64_json)

speech = client.audio.speech.create(
    model="tts-1", voice="alloy", input="Welcome to the harbour.", response_format="wav"
).read()
expect("speech", speech[:4] == b"RIFF")
with client.audio.speech.with_streaming_response.create(
    model="auto", voice="alloy", input="Welcome.", response_format="wav"
) as response:
    streamed = b"".join(response.iter_bytes())
expect("streamed speech", streamed[:4] == b"RIFF" and (is_fake or len(streamed) > 1_000))
text = client.audio.transcriptions.create(model="whisper-1", file=("harbour.wav", speech))
expect("transcription", ("hello" if is_fake else "harbo") in text.text.lower())

wrong = expect_error(
    "a size that cannot be had",
    BadRequestError,
    lambda: client.images.generate(model="auto", prompt="a red fox", size="1x1"),
)
expect("its parameter", wrong.param == "size")
expect_error(
    "an unknown model",
    NotFoundError,
    lambda: client.images.generate(model="no-such-model", prompt="a red fox"),
)
expect_error(
    "a wrong key",
    AuthenticationError,
    lambda: OpenAI(base_url=url, api_key="gme_wrong").models.list(),
)


messages = [{"role": "user", "content": "a red fox in the snow"}]
answer = client.chat.completions.create(model="auto", messages=messages)
expect("chat", "](http" in answer.choices[0].message.content)
chunks = list(client.chat.completions.create(model="auto", messages=messages, stream=True))
texts = [chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices]
expect("streamed chat", "](http" in "".join(texts))

video = client.videos.create_and_poll(
    model="auto", prompt="waves at a beach", seconds="4", size="1280x720"
)
expect("video", video.status == "completed")
expect("its content", client.videos.download_content(video.id).read()[4:8] == b"ftyp")
expect("its deletion", client.videos.delete(video.id).deleted)


async def use_async() -> None:
    async with AsyncOpenAI(base_url=url, api_key=key) as asynchronous:
        images = await asyncio.gather(
            *(
                asynchronous.images.generate(model="auto", prompt=f"{count} red foxes")
                for count in ("two", "three")
            )
        )
        expect("concurrent images", all(each.data[0].b64_json for each in images))
        stream = await asynchronous.images.generate(
            model="auto", prompt="a blue whale", stream=True
        )
        expect("asynchronous stream", [event.type async for event in stream])


asyncio.run(use_async())
report()
