/** A PNG of one colour, as a file that a user could select. */
export async function pngFile(name = 'picture.png', width = 64, height = 64) {
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')!.fillRect(0, 0, width, height)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' })
}

/** A file with the name of an image and other contents. */
export const brokenPng = () => new File(['no picture'], 'picture.png', { type: 'image/png' })
