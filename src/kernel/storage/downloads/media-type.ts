// The declared media type of a file. It is sent back as a header to every client, on the origin of the app and its sessions.

const maxLength = 200
const pattern = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w-]+=(?:[\w.+-]+|"[\w.+ -]*"))*$/

/** Exactly one media type. In a list (`image/png;,text/html`) browsers use the last one, while a bucket's limit checked the first. */
export const isMediaType = (type: string) => type.length <= maxLength && pattern.test(type)

// Types that a browser would run as a page, script or style sheet of our origin. JavaScript has several media types, some with a version
// suffix. The parts of a multipart body have separate types.
const active = /^((text\/html|text\/css|application\/xhtml\+xml)\b|multipart\/|[^;]*\/(x-)?(java|ecma|j|live)script)/i
// No plus sign: every +xml type can run scripts.
const passive = /^(image\/(?!svg)|audio\/|video\/)[\w.-]+(;|$)|^application\/pdf(;|$)/i

/** Headers under which a browser displays the file but never runs it on our origin. */
export function typeHeaders(type: string) {
  if (!isMediaType(type)) return { 'content-type': 'application/octet-stream', 'content-security-policy': sandbox }
  if (active.test(type)) return { 'content-type': 'text/plain; charset=utf-8' }
  if (passive.test(type)) return { 'content-type': type }
  return { 'content-type': type, 'content-security-policy': sandbox }
}

const sandbox = `default-src 'none'; style-src 'unsafe-inline'; sandbox`
