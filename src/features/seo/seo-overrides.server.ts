// SEO overrides and settings for the renderer, read as a whole because the server caches them.
import { type StoredImage, shareImageUrl, shareHeight, shareWidth } from '#platform/images/images.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { defaultPattern, type SeoValues, type SeoOverride } from './seo.ts'

export type SeoData = {
  titlePattern: string
  /** Verification meta tags: name and code. */
  verification: Record<string, string>
  /** Overrides by normalized path. */
  byPath: Map<string, SeoValues>
  notCanonical: string[]
}

type OverrideRow = Omit<SeoOverride, 'updated_at' | 'version'> & { picture: StoredImage | null }
type SettingsRow = { title_pattern: string; google: string | null; bing: string | null; facebook: string | null }

/** All SEO overrides and settings. `db` has the service role. */
export async function readSeoData(db: Db): Promise<SeoData> {
  const overrides = await db.query<OverrideRow>(`
    select o.path, o.title, o.description, o.image_id, o.image_alt, o.canonical, o.is_hidden,
      case when p.id is not null then jsonb_build_object('id', p.id, 'format', p.format, 'width', p.width, 'height', p.height) end as picture
    from seo_overrides o left join pictures p on p.id = o.image_id`)
  const [settings] = await db.query<SettingsRow>(
    'select title_pattern, google_verification as google, bing_verification as bing, facebook_verification as facebook from seo_settings',
  )
  const codes = {
    'google-site-verification': settings?.google,
    'msvalidate.01': settings?.bing,
    'facebook-domain-verification': settings?.facebook,
  }
  return {
    titlePattern: settings?.title_pattern ?? defaultPattern,
    verification: Object.fromEntries(Object.entries(codes).flatMap(([name, code]) => (code ? [[name, code]] : []))),
    byPath: new Map(overrides.map((row) => [row.path, seoValuesOf(row)])),
    notCanonical: overrides.filter((row) => row.is_hidden || row.canonical).map(({ path }) => path),
  }
}

function seoValuesOf({ title, description, canonical, is_hidden, picture, image_alt }: OverrideRow): SeoValues {
  return {
    isHidden: is_hidden,
    ...(title && { title }),
    ...(description && { description }),
    ...(canonical && { canonical }),
    ...(picture && {
      image: {
        src: shareImageUrl(picture),
        alt: image_alt ?? title ?? '',
        width: Math.min(shareWidth, picture.width),
        height: Math.min(shareHeight, picture.height),
      },
    }),
  }
}
