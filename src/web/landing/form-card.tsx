import './form-card.css'
import type { ReactNode } from 'react'
import type { BlockOf } from '#platform/pages/pages.ts'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import type { SiteFacts } from '../pages.ts'
import { BlockPicture } from '../site/blocks/block-picture.tsx'
import type { BlockRows } from '../site/blocks/block-rows.ts'
import { hasPicture } from '../site/blocks/site-picture.tsx'
import { titleId } from '../site/blocks/section.tsx'

type CardTexts = Pick<BlockOf<'opening'>['content'], 'title' | 'lead'> &
  Partial<Pick<BlockOf<'opening'>['content'], 'eyebrow' | 'picture' | 'photo'>>

type Props = {
  facts: SiteFacts
  /** Target of links to the form. */
  anchor?: string
  words: CardTexts
  /** Rows with the pictures, required for a photograph. */
  rows?: BlockRows
  /** Whether the heading is the h1 of the page. */
  opens?: boolean
  /** With the dark background of a landing page, which continues that of the header. */
  deep?: boolean
  /** Shown below the lead. */
  note?: ReactNode
  children: ReactNode
}

/** A form card beside its description. */
export function FormCard({
  facts,
  anchor,
  words: { eyebrow, title, lead, picture = 'none', photo },
  rows,
  opens,
  deep,
  note,
  children,
}: Props) {
  const isPictured = picture !== 'none' || (photo && rows && hasPicture(photo, rows))
  const id = titleId(opens ? 'opening' : 'more')
  return (
    <section
      id={anchor}
      className={deep ? 'landing landing--deep' : 'landing'}
      aria-labelledby={id}
      {...(deep && { 'data-theme': 'dark' })}
    >
      <div className="wrap landing__in">
        <div className="landing__words">
          {eyebrow && <p className="kicker">{eyebrow}</p>}
          {opens ? (
            <h1 className="display d1" id={id}>
              {title}
            </h1>
          ) : (
            <h2 className="display d2" id={id}>
              {title}
            </h2>
          )}
          {lead && <p className="lead">{lead}</p>}
          {note && <p className="landing__note">{note}</p>}
          {isPictured && (
            <BlockPicture
              of={picture === 'none' ? 'hills' : picture}
              {...(photo && { photo })}
              {...(rows && { rows })}
              facts={facts}
              className="landing__art"
            />
          )}
        </div>
        {deep ? (
          <div className="brand-scope" data-theme="light">
            <FormSheet>{children}</FormSheet>
          </div>
        ) : (
          <FormSheet>{children}</FormSheet>
        )}
      </div>
    </section>
  )
}
