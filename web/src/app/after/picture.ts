/** The picture of a result: an SVG that the browser converts to PNG. */

export interface Line {
  name: string;
  words: string;
  won: boolean;
}

export interface Sketch {
  title: string;
  headline: string;
  lines: Line[];
  /** The last line. */
  foot: string;
  /** Colours of the mosaic frame. */
  colours: string[];
  ink: string;
  soft: string;
  paper: string;
}

const [WIDTH, STONE, LINE, LEFT] = [1000, 25, 64, 90];
const MAX_NAME_LENGTH = 26; // characters of a name

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/[^\P{C}]/gu, "");
const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

export const heightOf = ({ lines }: Sketch) => Math.ceil((330 + lines.length * LINE) / STONE) * STONE;

/** Return the picture as SVG text. */
export function draw(sketch: Sketch): string {
  const height = heightOf(sketch);
  const { ink, soft, paper } = sketch;
  const rows = sketch.lines.map(({ name, words, won }, index) => {
    const y = 265 + index * LINE;
    const weight = won ? 700 : 400;
    return (
      (won ? `<circle cx="${LEFT - 22}" cy="${y - 11}" r="8" fill="${sketch.colours[0] ?? ink}"/>` : "") +
      `<text x="${LEFT}" y="${y}" font-size="36" font-weight="${weight}" fill="${ink}">${escaped(cut(name, MAX_NAME_LENGTH))}</text>` +
      `<text x="${WIDTH - LEFT}" y="${y}" font-size="36" font-weight="${weight}" fill="${ink}" text-anchor="end">${escaped(words)}</text>` +
      `<path d="M${LEFT} ${y + 17}H${WIDTH - LEFT}" stroke="${soft}" stroke-opacity=".35"/>`
    );
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="Georgia, serif">` +
    `<rect width="${WIDTH}" height="${height}" fill="${paper}"/>${stones(sketch, height)}` +
    `<text x="${LEFT}" y="105" font-size="40" fill="${soft}">${escaped(sketch.title)}</text>` +
    `<text x="${LEFT}" y="175" font-size="58" font-weight="700" fill="${ink}">${escaped(cut(sketch.headline, 30))}</text>` +
    `${rows.join("")}<text x="${LEFT}" y="${height - 62}" font-size="26" fill="${soft}">${escaped(sketch.foot)}</text></svg>`
  );
}

/** Draw a mosaic frame in the colours of the game. */
function stones({ colours }: Sketch, height: number): string {
  const [columns, rows] = [WIDTH / STONE, height / STONE];
  let [number, found] = [0, ""];
  for (let column = 0; column < columns; column += 1)
    for (let row = 0; row < rows; row += 1) {
      if (column > 0 && column < columns - 1 && row > 0 && row < rows - 1) continue;
      const colour = colours[(number * 7 + (number >> 2)) % colours.length] ?? "";
      found += `<rect x="${column * STONE + 1.5}" y="${row * STONE + 1.5}" width="${STONE - 3}" height="${STONE - 3}" rx="4" fill="${colour}"/>`;
      number += 1;
    }
  return found;
}

/** Convert the picture to PNG. */
export async function paint(sketch: Sketch): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(draw(sketch))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, heightOf(sketch)];
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((found, failed) => {
    canvas.toBlob((blob) => {
      if (blob === null) failed(new Error("this browser paints no picture"));
      else found(blob);
    }, "image/png");
  });
}

/** Return the current value of a colour in tokens.css. */
export function colourOf(value: string): string {
  const probe = document.createElement("span");
  probe.style.color = value;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}
