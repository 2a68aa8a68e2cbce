import type { PublicBusinessProfile } from '#platform/business-profile/business-profile.ts'
import { parsePhone } from '#lib/parse-phone.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Ltr } from '#ui/ltr.tsx'

/** A link that was copied in part, or replaced. */
export const UnknownLink = ({ business: { phone } }: { business: PublicBusinessProfile }) => (
  <section className="manage__card">
    <h1 className="display d2">הקישור אינו מוכר</h1>
    <p>ייתכן שהקישור הועתק בחלקו. הקישור המלא נמצא באישור שנשלח בדוא״ל, ובכל תזכורת לפגישה.</p>
    <div className="booking__acts">
      <ButtonLink href="/contact?topic=call" look="primary" size="lg">
        צרו קשר
      </ButtonLink>
      {phone && (
        <ButtonLink href={`tel:${parsePhone(phone) ?? phone}`} look="secondary" size="lg">
          <Ltr>{phone}</Ltr>
        </ButtonLink>
      )}
    </div>
  </section>
)
