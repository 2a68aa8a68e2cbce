// The bucket in STORAGE_URL: s3://KEY:SECRET@HOST[:PORT]/BUCKET[/PREFIX][?region=REGION]; s3+http:// without TLS.

export type S3Address = {
  /** Scheme, host and port. The bucket is the first path segment: every S3-compatible server supports path-style requests. */
  origin: string
  bucket: string
  /** Empty, or ends with a slash. */
  prefix: string
  /** Defaults to the region in the host name, else to us-east-1, which S3-compatible servers accept. */
  region: string | undefined
  accessKeyId: string
  secretAccessKey: string
}

const pattern = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w.-]+(?:\/[\w.-]+)*)?)?$/

/** Undefined for a malformed URL. */
export function readS3Address(text: string): S3Address | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, username, password, host, pathname, searchParams } = new URL(text)
  const match = pattern.exec(pathname)
  if (!['s3:', 's3+http:'].includes(protocol) || !username || !password || !host || !match) return undefined
  try {
    return {
      origin: `${protocol === 's3:' ? 'https' : 'http'}://${host}`,
      bucket: match[1]!,
      prefix: match[2] ? `${match[2]}/` : '',
      region: searchParams.get('region') ?? undefined,
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
    }
  } catch {
    return undefined
  }
}
