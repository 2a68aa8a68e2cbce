// Blog contract: posts, revisions, and the refusals of publishing.
import type { StoredImage } from '#platform/images/images.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { Instant, JsonObject, z } from '#lib/schema.ts'
import { type Art, arts } from './art.ts'
import type { PostBody } from './post-body.ts'

export const statuses = ['draft', 'scheduled', 'published'] as const
export const statusLabels: Record<(typeof statuses)[number], string> = {
  draft: 'טיוטה',
  scheduled: 'מתוזמן',
  published: 'מפורסם',
}

export const PostCategory = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  position: z.int(),
  version: z.int(),
})
export type PostCategory = z.infer<typeof PostCategory>

export const PostAuthor = z.object({
  id: z.uuid(),
  name: z.string(),
  about: z.string(),
  picture_id: z.uuid().nullable(),
  created_at: Instant,
  is_demo: z.boolean(),
  version: z.int(),
})
export type PostAuthor = z.infer<typeof PostAuthor>

export const Post = z.object({
  id: z.uuid(),
  status: z.enum(statuses),
  published_at: Instant.nullable(),
  scheduled_for: Instant.nullable(),
  draft_id: z.uuid().nullable(),
  shown_id: z.uuid().nullable(),
  has_own_slug: z.boolean(),
  featured: z.boolean(),
  created_by: z.uuid().nullable(),
  created_at: Instant,
  updated_at: Instant,
  deleted_at: Instant.nullable(),
  is_demo: z.boolean(),
  version: z.int(),
})
export type Post = z.infer<typeof Post>

export const PostRevision = z.object({
  id: z.uuid(),
  post_id: z.uuid(),
  title: z.string(),
  excerpt: z.string(),
  body: JsonObject,
  plain: z.string(),
  search: z.string(),
  cover_id: z.uuid().nullable(),
  cover_alt: z.string(),
  cover_art: z.enum(arts),
  category_id: z.uuid().nullable(),
  author_id: z.uuid().nullable(),
  tags: z.array(z.string()),
  reading_min: z.int(),
  why: z.enum(['saved', 'restored']),
  created_by: z.uuid().nullable(),
  created_at: Instant,
  saved_at: Instant,
})
export type PostRevision = z.infer<typeof PostRevision>

const PostSlug = z.object({ slug: z.string(), post_id: z.uuid(), is_current: z.boolean(), created_at: Instant })

const PostPreview = z.object({
  /** SHA-256 of the token, in PostgreSQL's text form of bytea. */
  token_hash: z.string(),
  post_id: z.uuid(),
  created_by: z.uuid().nullable(),
  created_at: Instant,
  expires_at: Instant,
})

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = {
  post_categories: PostCategory,
  post_authors: PostAuthor,
  posts: Post,
  post_revisions: PostRevision,
  post_slugs: PostSlug,
  post_previews: PostPreview,
}

/** Author input; the server derives the rest of a revision from it. */
export const PostInput = z.object({
  title: z.string().transform(oneLine).pipe(z.string().max(120, 'עד 120 תווים')),
  excerpt: z.string().transform(oneLine).pipe(z.string().max(300, 'עד 300 תווים')),
  body: z.unknown(),
  cover_id: z.uuid().nullable(),
  cover_alt: z.string().transform(oneLine).pipe(z.string().max(200, 'עד 200 תווים')),
  cover_art: z.enum(arts),
  category_id: z.uuid().nullable(),
  author_id: z.uuid().nullable(),
  tags: z
    .array(z.string().transform(oneLine).pipe(z.string().max(40, 'עד 40 תווים')))
    .max(10, 'עד עשר תגיות')
    .transform((tags) => [...new Set(tags.filter(Boolean))]),
})
export type PostInput = z.infer<typeof PostInput>

/** Without an id a new post is created. `seenVersion` is the version the editor has loaded. */
export const SavePost = z.object({
  id: z.uuid().optional(),
  seenVersion: z.int().optional(),
  written: PostInput,
})

export const SavedPost = z.object({
  id: z.uuid(),
  version: z.int(),
  slug: z.string(),
  savedAt: Instant,
})
export type SavedPost = z.infer<typeof SavedPost>

export type ListedPost = {
  id: string
  slug: string
  title: string
  excerpt: string
  published_at: string
  saved_at: string
  featured: boolean
  reading_min: number
  cover: StoredImage | null
  cover_alt: string
  cover_art: Art
  tags: string[]
  category_slug: string | null
  category_name: string | null
  author_name: string | null
}

/** A post on its page. `body` is sanitised again when rendered. */
export type ShownPost = ListedPost & {
  body: PostBody
  author: { name: string; about: string; picture: StoredImage | null } | null
  related: ListedPost[]
}

export const refusals = {
  post_gone: 'המאמר כבר לא כאן. ייתכן שמישהו מחק אותו',
  post_changed_meanwhile: 'המאמר נשמר בינתיים במקום אחר. אפשר לראות מה השתנה ולבחור איזו גרסה נשארת',
  revision_gone: 'הגרסה הזאת כבר לא שמורה',
  title_missing: 'חסרה כותרת למאמר',
  body_missing: 'המאמר עדיין ריק',
  excerpt_missing: 'חסר תקציר. הוא מופיע ברשימת המאמרים ובתוצאות החיפוש',
  cover_alt_missing: 'חסר תיאור לתמונת השער, בשביל מי שלא רואים אותה',
  picture_alt_missing: 'יש במאמר תמונה בלי תיאור, בשביל מי שלא רואים אותה',
  picture_missing: 'תמונה שבמאמר נמחקה מהספרייה. אפשר להסיר אותה או להעלות אחרת, ואז לפרסם',
  already_published: 'המאמר כבר מפורסם. אפשר לפרסם את השינויים עכשיו, או להסיר אותו מהאתר ולתזמן מחדש',
  hour_too_far: 'אפשר לתזמן עד שנתיים קדימה',
  slug_taken: 'הכתובת הזאת שייכת למאמר אחר',
  slug_invalid: 'בכתובת אפשר להשתמש באותיות, בספרות ובמקפים בלבד, עד 60 תווים',
  slug_reserved: 'הכתובת הזאת שמורה לאתר. אפשר לבחור אחרת',
  body_too_long: 'המאמר ארוך מדי. אפשר לחלק אותו לשני מאמרים',
  picture_unknown: 'התמונה הזאת כבר לא שמורה. אפשר להעלות אותה שוב',
  category_exists: 'יש כבר נושא כזה',
  category_name_length: 'לנושא צריך שם, עד 40 תווים',
  author_name_length: 'צריך שם, עד 80 תווים',
  author_about_length: 'עד 400 תווים',
  not_allowed: 'המאמרים פתוחים למי שאחראים על תוכן האתר',
} as const
