"""Makes an image through /mcp with the official Python client, with the newest protocol and with that of 2025."""

import asyncio
import sys

import httpx2
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client


# An engine with PREVIEWS=off shows no image.
is_shown = "--without-preview" not in sys.argv
expected = ["text", "resource_link", *(["image"] if is_shown else [])]


async def make(url: str, key: str, mode: str) -> None:
    async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}"}, timeout=60) as http:
        async with Client(streamable_http_client(url, http_client=http), mode=mode) as client:
            tools = await client.list_tools()
            result = await client.call_tool("generate", {"message": "a red fox"})
            kinds = [block.type for block in result.content]
            print(mode, len(tools.tools), "tools,", kinds, result.content[0].text.splitlines()[0])
            if result.is_error or kinds != expected:
                raise SystemExit(f"unexpected result: {result}")


for given in ("auto", "legacy"):
    asyncio.run(make(sys.argv[1], sys.argv[2], given))
