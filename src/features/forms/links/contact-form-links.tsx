// Personal form links that were sent to a contact.
import { formatDate } from '#lib/time/dates.ts'
import { PersonalLinkList } from '#platform/personal-links/personal-link-list.tsx'
import { Block } from '#ui/block.tsx'
import { useFormLinks, useSetLinkRevoked } from './form-links.data.ts'
import { linkRefusals, linkStateLabels } from './form-links.ts'

type Link = NonNullable<ReturnType<typeof useFormLinks>['data']>[number]

/** Renders nothing while there are no links. */
export function ContactFormLinks({ contactId }: { contactId: string }) {
  const { data: links = [] } = useFormLinks(contactId)
  const change = useSetLinkRevoked()
  if (links.length === 0) return null
  return (
    <Block title="טפסים שנשלחו">
      <PersonalLinkList
        links={links.map((link) => ({
          id: link.id,
          name: link.form_title,
          state: link.state === 'cancelled' ? 'revoked' : link.state,
          facts: factsOf(link),
          revokeLabel: `ביטול הקישור לטופס ${link.form_title}`,
        }))}
        stateLabels={linkStateLabels}
        all="הצגת כל הטפסים"
        revoke={{
          set: change.mutateAsync,
          done: ({ name }) => ({
            title: `הקישור לטופס ״${name}״ בוטל`,
            undone: `הקישור לטופס ״${name}״ פתוח שוב`,
          }),
          refusals: linkRefusals,
        }}
      />
    </Block>
  )
}

function factsOf({ state, created_at, expires_at, used_at, revoked_at }: Link): string {
  const facts = [
    `נשלח ב־${formatDate(created_at)}`,
    used_at && `מולא ב־${formatDate(used_at)}`,
    state === 'revoked' && revoked_at && `בוטל ב־${formatDate(revoked_at)}`,
    state === 'cancelled' && 'הפגישה בוטלה',
    state === 'open' && expires_at && `בתוקף עד ${formatDate(expires_at)}`,
    state === 'expired' && expires_at && `פג ב־${formatDate(expires_at)}`,
  ]
  return facts.filter(Boolean).join(', ')
}
