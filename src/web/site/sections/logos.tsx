import './picture.css'
import type { BlockProps } from '../blocks/block-props.ts'
import { resolveLink } from '../blocks/resolve-link.ts'
import { Section, SectionHead } from '../blocks/section.tsx'
import { hasPicture, SitePicture } from '../blocks/site-picture.tsx'

/** Logos in a row, with optional links. */
export function LogosView({ id, content: { title, list, ground }, facts, rows }: BlockProps<'logos'>) {
  const shown = list.filter(({ photo }) => hasPicture(photo, rows))
  if (shown.length === 0) return null
  return (
    <Section id={id} ground={ground}>
      <SectionHead id={id} title={title} />
      <ul className="logos">
        {shown.map(({ photo, href }, at) => {
          const to = href && resolveLink({ words: photo.alt, href }, facts)
          const logo = <SitePicture of={photo} rows={rows} sizes="10rem" />
          return <li key={at}>{to ? <a href={to}>{logo}</a> : logo}</li>
        })}
      </ul>
    </Section>
  )
}
