// Data subject requests: export and erasure. The URL may contain the person: ?tab=privacy&contact=
import './privacy-tab.css'
import { useSearchParams } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { useDataSubject } from '#features/privacy/privacy.data.ts'
import { refusals } from '#features/privacy/privacy.ts'
import { ErrorText } from '#ui/forms/field.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { ContactPicker } from '#platform/contact-search/contact-picker.tsx'
import { SettingsCard } from '#platform/screens/settings-card.tsx'
import { useIdInQuery } from '#platform/screens/use-id-param.ts'
import { PersonCard } from './person-card.tsx'
import { PrivacyEvents } from './privacy-events.tsx'

export function PrivacyTab() {
  const [, setSearch] = useSearchParams()
  const contactId = useIdInQuery('contact')
  const { data: person, error, isLoading } = useDataSubject(contactId)
  const choose = (id: string | undefined) => setSearch({ tab: 'privacy', ...(id && { contact: id }) })
  return (
    <div className="settings__form">
      <SettingsCard
        title="בקשה של אדם"
        text="כל אדם זכאי לראות מה נשמר עליו, ולבקש להימחק. על בקשה כזו עונים בתוך 30 יום."
      >
        <ContactPicker
          label="של מי הבקשה"
          optional=" "
          value={person ? { id: person.id, text: person.full_name } : null}
          onChange={(selected) => choose(selected?.id)}
        />
        {error && !person ? (
          <ErrorText>{refusalText(error, refusals)}</ErrorText>
        ) : (
          contactId && !isLoading && !person && <ErrorText>{refusals.person_not_found}</ErrorText>
        )}
      </SettingsCard>
      {isLoading && <Loading />}
      {person && <PersonCard key={person.id} person={person} onForgotten={() => choose(undefined)} />}
      <PrivacyEvents />
    </div>
  )
}
