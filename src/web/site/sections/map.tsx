import './picture.css'
import type { BlockProps } from '../blocks/block-props.ts'
import { CtaLink } from '../blocks/call-to-action.tsx'
import { Section, titleId } from '../blocks/section.tsx'
import { SitePicture } from '../blocks/site-picture.tsx'

/** The address, a picture of the map and a link to a navigation service. */
export function MapView({ id, content: { title, text, photo, action, ground }, facts, rows }: BlockProps<'map'>) {
  return (
    <Section id={id} ground={ground} className="map">
      <div className="map__text">
        <h2 className="display d2" id={titleId(id)}>
          {title}
        </h2>
        <p>{text}</p>
        <CtaLink link={action} facts={facts} />
      </div>
      <SitePicture of={photo} rows={rows} sizes="(min-width: 48rem) 36rem, 92vw" />
    </Section>
  )
}
