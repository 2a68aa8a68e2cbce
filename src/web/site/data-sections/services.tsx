import './services.css'
import { CtaLink } from '../blocks/call-to-action.tsx'
import { resolveLink } from '../blocks/resolve-link.ts'
import { Section, SectionHead } from '../blocks/section.tsx'
import type { BlockProps } from '../blocks/block-props.ts'
import { Price } from './price.tsx'

/** The services, each with the price of its product. A card without a link is not focusable: see home-page.css. */
export function ServicesView({ id, content, facts, rows }: BlockProps<'services'>) {
  const { title, lead, list, ground } = content
  const isLinked = list.every(({ action }) => action.words && resolveLink(action, facts))
  return (
    <Section id={id} ground={ground}>
      <SectionHead id={id} title={title} lead={lead} />
      <ul className={isLinked ? 'services services--linked' : 'services'}>
        {list.map((service) => (
          <li key={service.title}>
            <h3>{service.title}</h3>
            <p>{service.text}</p>
            <div className="services__end">
              <Price product={service.product} rows={rows} />
              <CtaLink link={service.action} facts={facts} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
