// Detects the format of a selected video by its first bytes, because the name and type of a file are unreliable.

/** Longer than the header of a WebM file, whose length varies. */
const headBytes = 256

const text = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

/** MP4 has its brand after `ftyp`; QuickTime (`qt  `), as recorded by some phones, plays only in some browsers. WebM is EBML. */
export function videoType(bytes: Uint8Array): 'video/mp4' | 'video/webm' | undefined {
  if (text(bytes, 4, 8) === 'ftyp') return text(bytes, 8, 12) === 'qt  ' ? undefined : 'video/mp4'
  if (text(bytes, 0, 4) === '\x1A\x45\xDF\xA3' && text(bytes, 4, headBytes).includes('webm')) return 'video/webm'
  return undefined
}

export const videoTypeOf = async (file: Blob) => videoType(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()))
