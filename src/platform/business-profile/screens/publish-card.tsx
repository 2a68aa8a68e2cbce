import { Globe } from 'lucide-react'
import { refusalText } from '#client/refusal.ts'
import { type StoredProfile, useSaveProfile } from '#platform/business-profile/business-edit.data.ts'
import { refusals } from '#platform/business-profile/business-profile.ts'
import { formatDate } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { OptionCard, OptionCards } from '#ui/forms/option-card.tsx'
import { toast } from '#ui/toast/toast.tsx'

/** Publishes the site, or shows only the business's name and contact details. */
export function PublishCard({ profile }: { profile: StoredProfile }) {
  const save = useSaveProfile()
  const isPublished = profile.published_at !== null

  /** `seen`: for an undo, the row that the save returned. */
  function publish(isOn: boolean, seen = profile) {
    const changes = { published_at: isOn ? new Date().toISOString() : null }
    save.mutate(
      { profileOf: profile.user_id, seen, changes },
      {
        onSuccess: (saved) =>
          isOn
            ? toast.success('מעכשיו כל העמודים פתוחים למבקרים', { title: 'האתר באוויר' })
            : toast.info('מבקרים רואים את שם העסק ואת דרכי הקשר', {
                title: 'האתר הוסתר',
                action: { text: 'החזרה לאוויר', run: () => publish(true, saved) },
              }),
        onError: (error) => toast.error(refusalText(error, refusals), { title: 'שגיאה בעדכון פרופיל העסק' }),
      },
    )
  }
  return (
    <OptionCards>
      <OptionCard
        icon={Globe}
        title="האתר הציבורי"
        badge={isPublished ? <Badge kind="success">באוויר</Badge> : <Badge kind="outline">לא מפורסם</Badge>}
        text={
          isPublished
            ? `פתוח לכולם מאז ${formatDate(profile.published_at!)}.`
            : 'עד הפרסום מבקרים רואים רק את שם העסק ואת דרכי הקשר.'
        }
        actions={
          <>
            <ButtonLink size="sm" look="link" href="/" target="_blank">
              צפייה באתר
            </ButtonLink>
            <Button
              size="sm"
              look={isPublished ? 'secondary' : 'primary'}
              busy={save.isPending}
              onClick={() => publish(!isPublished)}
            >
              {isPublished ? 'הסתרה' : 'פרסום האתר'}
            </Button>
          </>
        }
      />
    </OptionCards>
  )
}
