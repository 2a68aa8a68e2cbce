// Demo articles in full. A line starting with ## is a heading, > a pull quote, ! a takeaway; a line between asterisks is an aside.
// Illustrations and charts are blocks.
import type { DemoTeam } from '#platform/accounts/accounts.seed.ts'
import { dayOf, instantAt } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { searchForm } from '#lib/hebrew/search-form.ts'
import { seedId } from '#lib/seed-id.ts'
import type { Post, PostAuthor, PostRevision } from './blog.ts'
import { type Block, plainOf } from './post-body.ts'
import { type Line, posts } from './demo-posts.ts'

const authorId = seedId(61, 1)
/** Published at 9:00. */
const ago = (now: Date, days: number) => instantAt(addDays(dayOf(now), -days), '09:00').toISOString()

export const demoPostAuthors = () =>
  [
    {
      id: authorId,
      name: 'הילה לדוגמה',
      about: 'מלווה משפחות בניהול הכסף של הבית. כותבת על מה שעובד אצל אנשים עסוקים: מעט כללים, ושיחה קצרה פעם בשבוע.',
      is_demo: true,
    },
  ] satisfies Partial<PostAuthor>[]

export const demoPosts = (team: DemoTeam, now: Date) =>
  posts.map(({ daysAgo }, i) => ({
    id: seedId(62, i + 1),
    status: 'published',
    published_at: ago(now, daysAgo),
    draft_id: seedId(63, i + 1),
    shown_id: seedId(63, i + 1),
    featured: i === 0,
    created_by: team.content,
    created_at: ago(now, daysAgo + 3),
    updated_at: ago(now, daysAgo),
    is_demo: true,
  })) satisfies Partial<Post>[]

export const demoPostRevisions = (team: DemoTeam, now: Date) =>
  posts.map(({ title, excerpt, minutes, art, category, tags, lines, daysAgo }, i) => {
    const body = { type: 'doc' as const, content: lines.map(blockOf) }
    const plain = plainOf(body)
    return {
      id: seedId(63, i + 1),
      post_id: seedId(62, i + 1),
      title,
      excerpt,
      body,
      plain,
      search: searchForm([title, excerpt, tags.join(' '), plain].join('\n')),
      cover_art: art,
      category_id: seedId(60, category),
      author_id: authorId,
      tags,
      reading_min: minutes,
      created_by: team.content,
      created_at: ago(now, daysAgo),
      saved_at: ago(now, daysAgo),
    }
  }) satisfies Partial<PostRevision>[]

export const demoPostSlugs = () => posts.map(({ slug }, i) => ({ slug, post_id: seedId(62, i + 1) }))

function blockOf(line: Line): Block {
  if (typeof line !== 'string') return line
  if (line.startsWith('## '))
    return { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: line.slice(3) }] }
  if (line.startsWith('> ')) return { type: 'blockquote', content: [paragraph(line.slice(2))] }
  if (line.startsWith('! ')) return { type: 'takeaway', content: line.slice(2).split(' | ').map(paragraph) }
  const aside = /^\*(.+)\*$/.exec(line)?.[1]
  return aside
    ? { type: 'paragraph', content: [{ type: 'text', text: aside, marks: [{ type: 'italic' }] }] }
    : paragraph(line)
}

const paragraph = (text: string): Block => ({ type: 'paragraph', content: [{ type: 'text', text }] })
