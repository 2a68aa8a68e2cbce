import type { ComponentPropsWithRef } from 'react'
import type { StoredProfile } from '#platform/business-profile/business-edit.data.ts'
import { socialNetworks } from '#platform/business-profile/business-profile.ts'
import { lineNames, type LineName, socialNames } from '#platform/business-profile/profile-changes.ts'
import { TextField } from '#ui/forms/field.tsx'
import { SettingsCard } from '#platform/screens/settings-card.tsx'

/** Error messages by field name. */
export type FieldErrors = Readonly<Record<string, string>>
type Props = { profile: StoredProfile | null; errors: FieldErrors; id: string }
type Line = { name: LineName; wide?: true } & Pick<
  ComponentPropsWithRef<typeof TextField>,
  'type' | 'hint' | 'required' | 'inputMode' | 'dir' | 'maxLength'
>

const cards: { title: string; text?: string; lines: Line[] }[] = [
  {
    title: 'זהות העסק',
    lines: [
      { name: 'business_name', required: true, maxLength: 80, wide: true },
      { name: 'legal_name', hint: 'כפי שהוא רשום ברשויות, לעמודים המשפטיים' },
      { name: 'company_number', inputMode: 'numeric', hint: '9 ספרות' },
      { name: 'coach_name' },
      { name: 'product_name' },
    ],
  },
  {
    title: 'דרכי קשר',
    text: 'מופיעים בתחתית כל עמוד באתר ובעמוד יצירת הקשר.',
    lines: [
      { name: 'phone', type: 'tel' },
      { name: 'mobile', type: 'tel' },
      { name: 'email', type: 'email' },
      { name: 'address' },
      { name: 'hours', wide: true },
    ],
  },
  {
    title: 'אזור אישי',
    text: 'לאן מוביל הקישור ״אזור אישי״ שבראש האתר. בלי כתובת, הוא מוביל לאזור האישי שבמערכת.',
    lines: [{ name: 'login_url', type: 'url', dir: 'ltr', wide: true }],
  },
  {
    title: 'פרטיות ונגישות',
    text: 'אל מי פונים בעניין מידע אישי ובעניין נגישות. מופיעים בעמודים המשפטיים.',
    lines: [
      { name: 'privacy_email', type: 'email', wide: true },
      { name: 'accessibility_email', type: 'email' },
      { name: 'accessibility_coordinator' },
    ],
  },
]

export const ProfileFields = ({ profile, errors, id }: Props) => (
  <>
    {cards.map(({ title, text, lines }) => (
      <SettingsCard key={title} title={title} {...(text && { text })}>
        <div className="settings__fields">
          {lines.map(({ name, wide, ...input }) => (
            <div key={name} className={wide && 'settings__wide'}>
              <TextField
                maxLength={200}
                {...input}
                id={`${id}-${name}`}
                name={name}
                label={lineNames[name]}
                defaultValue={profile?.[name] ?? ''}
                autoComplete="off"
                error={errors[name]}
              />
            </div>
          ))}
        </div>
      </SettingsCard>
    ))}
    <SettingsCard title="רשתות חברתיות" text="קישורים מלאים לדפי העסק. שדה ריק אינו מופיע באתר.">
      <div className="settings__fields">
        {socialNetworks.map((network) => (
          <TextField
            key={network}
            id={`${id}-${network}`}
            name={network}
            type="url"
            label={<bdi>{socialNames[network]}</bdi>}
            defaultValue={profile?.socials[network] ?? ''}
            autoComplete="off"
            error={errors[network]}
          />
        ))}
      </div>
    </SettingsCard>
  </>
)
