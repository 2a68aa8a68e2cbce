import './post-prose.css'
import type { Heading } from '#features/blog/headings.ts'
import type { Block, Inline, PostBody } from '#features/blog/post-body.ts'
import { BarsTable } from './bars-table.tsx'
import { Drawing } from '#features/blog/cover.tsx'
import { ResponsiveImage } from '#platform/images/responsive-image.tsx'
import { ButtonLink } from '#ui/button.tsx'

/** The body of a post. Text is escaped on render; only known block types are rendered. */
export const PostProse = ({ body, headings }: { body: PostBody; headings: ReadonlyMap<Block, Heading> }) => (
  <div className="prose" data-listen="">
    {drawAll(body.content, headings)}
  </div>
)

/** `at` is the index within the body, which keeps the ids of equal illustrations unique. */
const drawAll = (blocks: readonly Block[], headings: ReadonlyMap<Block, Heading>, at = 'body') =>
  blocks.map((block, i) => <BlockView key={i} block={block} headings={headings} at={`${at}-${i}`} />)

function BlockView({ block, headings, at }: { block: Block; headings: ReadonlyMap<Block, Heading>; at: string }) {
  switch (block.type) {
    case 'paragraph':
      // Empty paragraphs of the editor are dropped: spacing comes from the stylesheet.
      return block.content?.length ? <p dir={block.attrs?.dir}>{drawInlines(block.content)}</p> : null
    case 'heading': {
      const Tag = `h${block.attrs.level}` as const
      const id = headings.get(block)?.id
      return block.content?.length ? (
        <Tag id={id} dir={block.attrs.dir}>
          {drawInlines(block.content)}
        </Tag>
      ) : null
    }
    case 'bulletList':
    case 'orderedList': {
      const List = block.type === 'bulletList' ? 'ul' : 'ol'
      return (
        <List>
          {block.content.map((item, i) => (
            <li key={i}>{drawAll(item.content, headings, `${at}-${i}`)}</li>
          ))}
        </List>
      )
    }
    case 'blockquote':
      return <blockquote>{drawAll(block.content, headings, at)}</blockquote>
    case 'takeaway':
      return <aside className="takeaway">{drawAll(block.content, headings, at)}</aside>
    case 'figure':
      return (
        <figure>
          <ResponsiveImage picture={block.attrs.picture} alt={block.attrs.alt} sizes="(min-width: 60rem) 42rem, 92vw" />
          {block.attrs.caption && <figcaption>{block.attrs.caption}</figcaption>}
        </figure>
      )
    case 'drawing':
      return (
        <figure>
          <Drawing art={block.attrs.art} of={at} className="cover cover--drawn prose__drawing" />
          {block.attrs.caption && <figcaption>{block.attrs.caption}</figcaption>}
        </figure>
      )
    case 'chart':
      return <BarsTable {...block.attrs} />
    case 'action':
      return (
        <p className="prose__action">
          <ButtonLink look="primary" size="lg" href={block.attrs.href}>
            {block.attrs.words}
          </ButtonLink>
        </p>
      )
    case 'horizontalRule':
      return <hr />
  }
}

const drawInlines = (inlines: readonly Inline[]) =>
  inlines.map((inline, i) => (inline.type === 'hardBreak' ? <br key={i} /> : <InlineText key={i} {...inline} />))

const InlineText = ({ text, marks = [] }: Extract<Inline, { type: 'text' }>) =>
  marks.reduce<React.ReactNode>((inside, mark) => {
    if (mark.type === 'bold') return <strong>{inside}</strong>
    if (mark.type === 'italic') return <em>{inside}</em>
    const { href } = mark.attrs
    return (
      <a href={href} {...(/^https?:/.test(href) && { rel: 'noopener' })}>
        {inside}
      </a>
    )
  }, text)
