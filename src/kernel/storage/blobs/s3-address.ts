// How STORAGE_URL names a bucket: s3://KEY:SECRET@HOST[:PORT]/BUCKET[/PREFIX][?region=REGION]; s3+http:// where there is no TLS.

export type S3Address = {
  /** Scheme, host and port. The bucket is the first part of the path: every S3-compatible server understands that. */
  origin: string
  bucket: string
  /** Empty, or ending with a slash. */
  prefix: string
  /** Without it the host's name says it, or it is the one that S3's imitators take. */
  region: string | undefined
  accessKeyId: string
  secretAccessKey: string
}

const pattern = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w.-]+(?:\/[\w.-]+)*)?)?$/

/** Undefined when the address is not of that form. */
export function readS3Address(text: string): S3Address | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, username, password, host, pathname, searchParams } = new URL(text)
  const place = pattern.exec(pathname)
  if (!['s3:', 's3+http:'].includes(protocol) || !username || !password || !host || !place) return undefined
  try {
    return {
      origin: `${protocol === 's3:' ? 'https' : 'http'}://${host}`,
      bucket: place[1]!,
      prefix: place[2] ? `${place[2]}/` : '',
      region: searchParams.get('region') ?? undefined,
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
    }
  } catch {
    return undefined
  }
}
