import './existing-contacts.css'
import { Link } from 'react-router'
import { Button } from '#ui/button.tsx'
import type { ExistingContact } from './duplicates.data.ts'
import { reasonLabels, MIN_SCORE } from './duplicates.ts'

type Props = { people: readonly ExistingContact[]; onLeave: () => void; onChoose?: (contact: ExistingContact) => void }

/**
 * Lists existing contacts that may match. The list warns without blocking: couples share phone numbers, and namesakes
 * exist. A form that needs a contact gets the existing one by `onChoose`.
 */
export function ExistingContacts({ people, onLeave, onChoose }: Props) {
  if (people.length === 0) return null
  const isSure = people.some(({ score }) => score >= MIN_SCORE)
  const isFamily = people.some(({ looks_like }) => looks_like === 'household')
  return (
    <div role="alert" className="known">
      <p>{isSure ? 'אולי כבר רשומים אצלנו:' : 'יש אצלנו מישהו בשם הזה:'}</p>
      <ul>
        {people.map((contact) => {
          const { id, full_name, reasons } = contact
          return (
            <li key={id}>
              <Link to={`/crm/contacts/${id}`} onClick={onLeave}>
                <bdi>{full_name}</bdi>
              </Link>
              <small>{reasons.map((reason) => reasonLabels[reason]).join(', ')}</small>
              {onChoose && (
                <Button size="sm" aria-label={`בחירה: ${full_name}`} onClick={() => onChoose(contact)}>
                  בחירה
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <p>
        {isFamily
          ? 'אם אלה בני אותו בית, אפשר להוסיף, ואחר כך לקשר אותם כמשק בית.'
          : 'אם אלה אנשים שונים, אפשר להוסיף בכל זאת.'}
      </p>
    </div>
  )
}
