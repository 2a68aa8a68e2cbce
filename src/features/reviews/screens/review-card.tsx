import { BadgeCheck, EllipsisVertical, ImageOff, Pencil, Pin, PinOff, Star, Trash2, Undo2 } from 'lucide-react'
import { Link } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { useActiveRoles } from '#platform/accounts/accounts.data.ts'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { type ShownReview, useDeleteReview, useRemoveReviewPhoto } from '#features/reviews/reviews.data.ts'
import { proofLabels, rejectionLabels, scopeLabels, sourceLabels } from '#features/reviews/reviews.ts'
import { formatDate } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { RejectMenu } from './reject-menu.tsx'
import { useModeration } from './use-moderation.ts'
import { ProposedWordingNotice } from './proposed-wording.tsx'
import { useReviewPhoto } from '#features/reviews/reviews.data.ts'

type Props = { review: ShownReview; isChosen: boolean; onChoose: () => void; onEdit: () => void }

/** One review for moderation: text, author, consents and actions. */
export function ReviewCard({ review, isChosen, onChoose, onEdit }: Props) {
  const { shown_name: name, about, body, original_body: original, rating, reply, tags, photo, created_at: at } = review
  return (
    <article className="review" aria-label={`המלצה של ${name}`}>
      <header className="review__head">
        <label className="check">
          <input type="checkbox" checked={isChosen} onChange={onChoose} />
          <span>
            <b>
              <bdi>{name}</bdi>
            </b>
            {about && (
              <small>
                <bdi>{about}</bdi>
              </small>
            )}
          </span>
        </label>
        <Badges review={review} />
        <time dateTime={at}>{formatDate(at)}</time>
      </header>
      <div className="review__said">
        {photo && <ReviewPhoto id={photo.id} name={name} />}
        <div>
          {rating !== null && (
            <p className="review__rating">
              <Icon of={Star} /> {rating} מתוך 5
            </p>
          )}
          <p className="review__body" dir="auto">
            {body}
          </p>
        </div>
      </div>
      {body !== original && (
        <details className="review__original">
          <summary>הנוסח כפי שנכתב</summary>
          <p dir="auto">{original}</p>
        </details>
      )}
      <ProposedWordingNotice review={review} />
      {reply && (
        <p className="review__reply">
          התשובה שלנו: <bdi>{reply}</bdi>
        </p>
      )}
      {tags.length > 0 && (
        <p className="review__tags">
          {tags.map((tag) => (
            <Badge key={tag} kind="outline">
              {tag}
            </Badge>
          ))}
        </p>
      )}
      <Permission review={review} />
      <Actions review={review} onEdit={onEdit} />
    </article>
  )
}

function Badges({ review }: Pick<Props, 'review'>) {
  const {
    source,
    status,
    is_featured: isFeatured,
    is_demo: isDemo,
    verified_by: proof,
    rejected_because: reason,
  } = review
  return (
    <span className="review__badges">
      {status === 'pending_verification' && <Badge kind="warning">מחכה לאישור הכותבים בדוא״ל</Badge>}
      {reason && <Badge>{rejectionLabels[reason]}</Badge>}
      {isFeatured && <Badge kind="accent">ראשונה</Badge>}
      {proof && <Badge kind="success">{proofLabels[proof]}</Badge>}
      <Badge kind="outline">{sourceLabels[source]}</Badge>
      {isDemo && <Badge kind="info">דוגמה</Badge>}
    </span>
  )
}

function Permission({ review: { permission, permitted_on: on, consent_scope: scope, author } }: Pick<Props, 'review'>) {
  return (
    <dl className="review__facts">
      <div>
        <dt>הסכמה לפרסום</dt>
        <dd>
          {scopeLabels[scope]}
          {permission ? (
            <>
              {on && `, ${formatDate(on)}`}: <bdi>{permission}</bdi>
            </>
          ) : (
            '. עוד לא נרשם איך היא ניתנה'
          )}
        </dd>
      </div>
      {author && (
        <div>
          <dt>נכתבה בידי</dt>
          <dd>
            <bdi>{author.name}</bdi>
            {author.email && (
              <>
                , <Ltr>{author.email}</Ltr>
              </>
            )}
            {author.contact_id ? (
              <>
                {' '}
                <Link to={`/crm/contacts/${author.contact_id}`}>לאיש הקשר עם הכתובת הזאת</Link>
              </>
            ) : (
              '. הכתובת אינה מוכרת'
            )}
          </dd>
        </div>
      )}
    </dl>
  )
}

function Actions({ review, onEdit }: Pick<Props, 'review' | 'onEdit'>) {
  const { approve, verify, reject, again, feature, isBusy } = useModeration()
  const { status, is_featured: isFeatured } = review
  return (
    <div className="review__acts">
      {status === 'pending_verification' && (
        <Button size="sm" busy={isBusy} icon={<Icon of={BadgeCheck} />} onClick={() => verify(review)}>
          אימתנו בעצמנו מי כתב
        </Button>
      )}
      {(status === 'pending' || status === 'rejected') && (
        <Button
          look={status === 'pending' ? 'primary' : 'secondary'}
          size="sm"
          busy={isBusy}
          onClick={() => approve([review])}
        >
          פרסום באתר
        </Button>
      )}
      {status === 'approved' && (
        <Button size="sm" icon={<Icon of={isFeatured ? PinOff : Pin} />} onClick={() => feature(review)}>
          {isFeatured ? 'לא להציג ראשונה' : 'להציג ראשונה'}
        </Button>
      )}
      <Button size="sm" icon={<Icon of={Pencil} />} onClick={onEdit}>
        עריכה ותשובה
      </Button>
      {status !== 'rejected' && (
        <RejectMenu
          label={status === 'approved' ? 'הסרה מהאתר' : 'לא לפרסם'}
          onReject={(reason) => reject([review], reason)}
        />
      )}
      <More review={review} onAgain={() => again([review])} />
    </div>
  )
}

function More({ review, onAgain }: Pick<Props, 'review'> & { onAgain: () => void }) {
  const { data: roles } = useActiveRoles()
  const removing = useDeleteReview()
  const removingPhoto = useRemoveReviewPhoto()
  const { photo } = review
  const canGoBack = review.status === 'approved' || review.status === 'rejected'
  const mayDelete = isAdmin(roles ?? [])
  if (!canGoBack && !mayDelete && !photo) return null
  return (
    <Menu
      align="end"
      trigger={
        <Button
          look="ghost"
          size="sm"
          iconOnly
          aria-label={`עוד פעולות להמלצה של ${review.shown_name}`}
          icon={<Icon of={EllipsisVertical} />}
        />
      }
    >
      {canGoBack && (
        <MenuItem icon={Undo2} onSelect={onAgain}>
          החזרה להמתנה
        </MenuItem>
      )}
      {photo && (
        <MenuItem
          icon={ImageOff}
          onSelect={() =>
            void removingPhoto.mutateAsync(photo.id).then(
              () => toast.success('התמונה נמחקה. המילים נשארו'),
              (error) => toast.error(refusalText(error)),
            )
          }
        >
          מחיקת התמונה
        </MenuItem>
      )}
      {mayDelete && (
        <MenuItem
          icon={Trash2}
          danger
          onSelect={() =>
            // Awaited instead of mutation callbacks: those are dropped when the card unmounts after the refetch.
            void removing.mutateAsync(review.id).then(
              () => toast.success('ההמלצה נמחקה'),
              (error) => toast.error(refusalText(error)),
            )
          }
        >
          מחיקה לצמיתות
        </MenuItem>
      )}
    </Menu>
  )
}

/** The author's photo. */
function ReviewPhoto({ id, name }: { id: string; name: string }) {
  const { data: src } = useReviewPhoto(id)
  return src ? <img className="review__photo" src={src} alt={`התמונה של ${name}`} width="56" height="56" /> : null
}
