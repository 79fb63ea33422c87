import { spawn } from "node:child_process";

/**
 * Process: runs the tests of ComfyUI's behaviour against a real server, by its URL. The server makes a few images without
 * weights, and its queue should be empty.
 */
const [address = ""] = process.argv.slice(2);
if (URL.parse(address) === null) {
  process.stderr.write("Name the server: npm run test:comfyui -- http://127.0.0.1:8188\n");
  process.exit(1);
}
const tests = [
  "vitest",
  "run",
  "--project",
  "integration",
  "test/providers/comfyui-server.test.ts",
];
const child = spawn("npx", tests, {
  stdio: "inherit",
  env: { ...process.env, COMFYUI_TEST_URL: address.replace(/\/+$/, "") },
});
child.on("exit", (code) => process.exit(code ?? 1));
