import { expect, test } from "vitest";

import { fromHex, hmac, sha256, toHex, utf8 } from "./sha256";

test.each([
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  [
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  ],
  ["a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
])("SHA-256 test vectors of FIPS 180, %#", (text, digest) => {
  expect(toHex(sha256(utf8(text)))).toBe(digest);
});

// RFC 4231
test.each([
  ["0b".repeat(20), toHex(utf8("Hi There")), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"],
  [
    toHex(utf8("Jefe")),
    toHex(utf8("what do ya want for nothing?")),
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  ],
  ["aa".repeat(20), "dd".repeat(50), "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"],
  [
    "aa".repeat(131),
    toHex(utf8("Test Using Larger Than Block-Size Key - Hash Key First")),
    "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
  ],
])("HMAC test vectors of RFC 4231, %#", (key, message, digest) => {
  expect(toHex(hmac(fromHex(key), fromHex(message)))).toBe(digest);
});

test("agrees with crypto.subtle for all message lengths around the block size", async () => {
  for (let length = 1; length <= 140; length++) {
    const message = Uint8Array.from({ length }, (_, index) => (index * 37 + length) % 256);
    const key = await crypto.subtle.importKey("raw", message, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    expect(sha256(message)).toEqual(new Uint8Array(await crypto.subtle.digest("SHA-256", message)));
    expect(hmac(message, message)).toEqual(new Uint8Array(await crypto.subtle.sign("HMAC", key, message)));
  }
});
