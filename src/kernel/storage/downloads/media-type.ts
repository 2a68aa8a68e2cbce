// What a file says it is. It goes back as a header to everybody who reads the file, on the origin of the app and its sessions.

const longest = 200
const pattern = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w-]+=(?:[\w.+-]+|"[\w.+ -]*"))*$/

/** One media type, whole. In a list (`image/png;,text/html`) browsers believe the last, whatever a bucket thought of the first. */
export const isMediaType = (type: string) => type.length <= longest && pattern.test(type)

// None of these may become a page, a script or a style sheet of ours.
// Scripts have more names than one, some of them with a number behind; the parts of a multipart page have types of their own.
const active = /^((text\/html|text\/css|application\/xhtml\+xml)\b|multipart\/|[^;]*\/(x-)?(java|ecma|j|live)script)/i
// No plus sign: whatever ends with +xml is a document that can run scripts.
const passive = /^(image\/(?!svg)|audio\/|video\/)[\w.-]+(;|$)|^application\/pdf(;|$)/i

/** The headers under which a browser shows the file and never runs it as ours. */
export function typeHeaders(type: string) {
  if (!isMediaType(type)) return { 'content-type': 'application/octet-stream', 'content-security-policy': sandbox }
  if (active.test(type)) return { 'content-type': 'text/plain; charset=utf-8' }
  if (passive.test(type)) return { 'content-type': type }
  return { 'content-type': type, 'content-security-policy': sandbox }
}

const sandbox = `default-src 'none'; style-src 'unsafe-inline'; sandbox`
