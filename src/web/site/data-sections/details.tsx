import './details.css'
import { Ltr } from '#ui/ltr.tsx'
import { Section, titleId } from '../blocks/section.tsx'
import type { BlockProps } from '../blocks/block-props.ts'
import { BusinessAddress } from '../business-address.tsx'

/** Legal name and contact details; empty fields are omitted. */
export function DetailsView({ id, content: { title, ground }, facts: { business } }: BlockProps<'details'>) {
  const { legal_name, business_name, company_number } = business
  return (
    <Section id={id} ground={ground} className="details">
      <h2 className="display d2" id={titleId(id)}>
        {title}
      </h2>
      <div className="details__facts">
        <p>
          <b>{legal_name || business_name}</b>
          {company_number && (
            <span>
              ח.פ. <Ltr>{company_number}</Ltr>
            </span>
          )}
        </p>
        <BusinessAddress business={business} />
      </div>
    </Section>
  )
}
