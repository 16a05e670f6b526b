/** Copy a text; false if it has to be done by hand. The field shows the text. */
export async function copyText(
  text: string,
  field: HTMLInputElement | HTMLTextAreaElement | undefined,
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text); // browsers have it on secure pages only
    return true;
  } catch {
    field?.select();
    return document.execCommand("copy"); // the old way
  }
}
