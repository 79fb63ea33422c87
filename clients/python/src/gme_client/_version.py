# Written by scripts/write-clients.ts from docs/openapi.json. Do not edit.
version = "2.0.1"
