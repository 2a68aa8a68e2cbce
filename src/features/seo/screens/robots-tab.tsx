// Shows sitemap.xml and robots.txt as served.
import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '#ui/button.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'

export function Component() {
  useScreenTitle('מפת האתר ורובוטים')
  return (
    <div className="seo-files">
      <ShownFile
        path="/sitemap.xml"
        title="מפת האתר"
        text="כל העמודים שמופיעים בחיפוש. היא מתעדכנת מעצמה בכל פרסום; את הכתובת שלה אפשר למסור ל־Google Search Console."
      />
      <ShownFile
        path="/robots.txt"
        title="הנחיות לרובוטים"
        text="היכן אין מה לחפש: המערכת והאזור האישי. עמוד שמוסתר מחיפוש מסומן בעמוד עצמו."
      />
    </div>
  )
}

function ShownFile({ path, title, text }: { path: string; title: string; text: string }) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['seo', 'file', path],
    staleTime: 0,
    async queryFn() {
      const response = await fetch(path)
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
      return response.text()
    },
  })
  return (
    <section className="seo-file" aria-labelledby={`file-${path}`}>
      <div className="seo-file__head">
        <h2 id={`file-${path}`}>{title}</h2>
        <ButtonLink href={path} target="_blank" size="sm" look="ghost" rel="noreferrer">
          פתיחה בחלון חדש
        </ButtonLink>
      </div>
      <p>{text}</p>
      {isPending && <Loading />}
      {error && data === undefined && <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />}
      {data && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by the keyboard
        <pre dir="ltr" tabIndex={0} aria-label={title}>
          {data}
        </pre>
      )}
    </section>
  )
}
