import './split.css'
import { BlockPicture } from '../blocks/block-picture.tsx'
import { CtaLink } from '../blocks/call-to-action.tsx'
import { Prose } from '../blocks/prose.tsx'
import { Section, titleId } from '../blocks/section.tsx'
import type { BlockProps } from '../blocks/block-props.ts'

/** Picture and text side by side. On a phone the text comes first when the picture is second. */
export function SplitView({ id, content, facts, rows }: BlockProps<'split'>) {
  const { title, text, list, end, action, picture, photo, side, ground } = content
  return (
    <Section id={id} ground={ground} className="split">
      {side === 'start' && <BlockPicture of={picture} photo={photo} facts={facts} rows={rows} className="split__art" />}
      <div className="split__text">
        <h2 className="display d1" id={titleId(id)}>
          {title}
        </h2>
        <Prose text={text} facts={facts} />
        {list.length > 0 && (
          <ul className="signs">
            {list.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        {end && <p className="lead split__end">{end}</p>}
        <CtaLink link={action} facts={facts} />
      </div>
      {side === 'end' && <BlockPicture of={picture} photo={photo} facts={facts} rows={rows} className="split__art" />}
    </Section>
  )
}
