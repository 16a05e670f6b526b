// node unpack.mjs FOLDER: unpacks the browser that the package carries, its libraries and fonts, into a folder.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

const folder = process.argv[2];
const packed = (name) => readFileSync(new URL(`./node_modules/@sparticuz/chromium/bin/${name}`, import.meta.url));

mkdirSync(folder, { recursive: true });
for (const archive of ['al2023', 'fonts', 'swiftshader']) {
  const file = `${folder}/${archive}.tar`;
  writeFileSync(file, brotliDecompressSync(packed(`${archive}.tar.br`)));
  execFileSync('tar', ['-xf', file, '-C', folder]);
  rmSync(file);
}
writeFileSync(
  `${folder}/fonts.conf`,
  `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}/fonts</dir>` +
    `<dir>/usr/share/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`
);
writeFileSync(`${folder}/chromium`, brotliDecompressSync(packed('chromium.br')));
chmodSync(`${folder}/chromium`, 0o755);
