import { commentLabels } from '#features/launches/launch-posts.ts'
import { commentSorts } from '#features/launches/launches.ts'
import type { ShownComment, WatchView } from '#features/launches/launch-view.ts'
import type { FormState } from '#lib/forms/form-post.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { TextAreaField } from '#ui/forms/field.tsx'
import { fieldId, PlainForm } from '#ui/forms/plain-form.tsx'
import { shortTime } from './launch-state.ts'

type Props = { view: WatchView; path: string; state: FormState }

/** Comments on the selected content, with replies from staff below them. */
export function Comments({ view, path, state }: Props) {
  const { shown } = view.comments
  const first = shown.filter(({ parentId }) => parentId === null)
  const below = (id: string) => shown.filter(({ parentId }) => parentId === id)
  return (
    <section className="launch__comments" id="comments" tabIndex={-1} aria-labelledby="comments-title">
      <h2 id="comments-title" className="display d3">
        מה לקחתם מהשיעור?
      </h2>
      <PlainForm id="comment" action={`${path}/comment`} state={state} labels={commentLabels}>
        <input type="hidden" name="content" value={view.chosen ?? ''} />
        <TextAreaField
          large
          id={fieldId('comment', 'body')}
          name="body"
          label="התגובה שלכם"
          hint="תוצג עם השם הפרטי, אחרי אישור"
          error={state.errors['body']}
          defaultValue={state.values['body']}
          rows={3}
          required
          maxLength={1500}
        />
        <Button look="secondary" type="submit">
          שליחת תגובה
        </Button>
      </PlainForm>
      {first.length === 0 && <p className="launch-fine">עוד אין תגובות. אפשר להיות הראשונים.</p>}
      {(first.length > 1 || view.comments.pages > 1) && <Order view={view} path={path} />}
      <ul className="launch-comments">
        {first.map((comment) => (
          <li key={comment.id}>
            <CommentView comment={comment} />
            {below(comment.id).length > 0 && (
              <ul>
                {below(comment.id).map((answer) => (
                  <li key={answer.id}>
                    <CommentView comment={answer} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {view.comments.pages > 1 && <Pages view={view} path={path} />}
    </section>
  )
}

type Place = Pick<Props, 'view' | 'path'>
const sortNames = { newest: 'החדשות קודם', oldest: 'הישנות קודם' } as const

const pageOf = ({ view, path }: Place, sort: keyof typeof sortNames, page: number) =>
  `${path}?c=${view.chosen}&sort=${sort}${page > 1 ? `&p=${page}` : ''}#comments`

/** Links, so that a sort order has a URL and works without JavaScript. */
const Order = (place: Place) => (
  <nav className="launch-comments__order" aria-label="סידור התגובות">
    {commentSorts.map((sort) => (
      <a
        key={sort}
        href={pageOf(place, sort, 1)}
        {...(sort === place.view.comments.sort && { 'aria-current': 'true' as const })}
      >
        {sortNames[sort]}
      </a>
    ))}
  </nav>
)

function Pages(place: Place) {
  const { sort, page, pages } = place.view.comments
  return (
    <nav className="launch-comments__order" aria-label="עמודי התגובות">
      {page > 1 && <a href={pageOf(place, sort, page - 1)}>לתגובות הקודמות</a>}
      <span>{`עמוד ${page} מתוך ${pages}`}</span>
      {page < pages && <a href={pageOf(place, sort, page + 1)}>לתגובות הבאות</a>}
    </nav>
  )
}

const CommentView = ({ comment: { name, body, isStaff, isPinned, isPending, at } }: { comment: ShownComment }) => (
  <article className="launch-comment">
    <header>
      <b>
        <bdi>{name}</bdi>
      </b>
      {isStaff && <Badge kind="info">צוות</Badge>}
      {isPinned && <Badge kind="info">נעוצה</Badge>}
      {isPending && <Badge kind="warning">ממתינה לאישור</Badge>}
      <time dateTime={at}>{shortTime(at)}</time>
    </header>
    <p>{body}</p>
  </article>
)
