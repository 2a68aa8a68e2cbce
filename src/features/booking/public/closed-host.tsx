import type { PublicBusinessProfile } from '#platform/business-profile/business-profile.ts'
import { parsePhone } from '#lib/parse-phone.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Ltr } from '#ui/ltr.tsx'

type Props = { title?: string; text: string; business: PublicBusinessProfile }

/** In place of the picker while a host takes no appointments, the calendar cannot be read, or a link is over. */
export const ClosedHost = ({ title = 'אי אפשר לקבוע כאן פגישה כרגע', text, business: { phone } }: Props) => (
  <section className="booking__step booking__closed" aria-labelledby="closed">
    <h2 className="display d3" id="closed">
      {title}
    </h2>
    <p>{text || 'אפשר להשאיר פרטים, ונחזור אליכם כדי למצוא זמן.'}</p>
    <div className="booking__acts">
      <ButtonLink href="/contact?topic=call" look="accent" size="lg">
        השארת פרטים
      </ButtonLink>
      {phone && (
        <ButtonLink href={`tel:${parsePhone(phone) ?? phone}`} look="secondary" size="lg">
          <Ltr>{phone}</Ltr>
        </ButtonLink>
      )}
    </div>
  </section>
)
