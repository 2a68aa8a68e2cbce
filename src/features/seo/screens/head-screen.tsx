// SEO editor of one page: fields and previews.
import { ChevronRight } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { useSitePage } from '#features/seo/seo.data.ts'
import { sitePath } from '#features/seo/seo.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { buttonClasses } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { HeadForm } from './head-form.tsx'

export function Component() {
  const [params] = useSearchParams()
  const path = sitePath(params.get('path') ?? '/')
  useScreenTitle(`קידום: ${isolate(path)}`)
  const { data, error, isPending, refetch } = useSitePage(path)
  if (isPending) return <Loading page size="lg" />
  if (!data) return <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />
  if (!data.page) return <EmptyState text="אין כרגע עמוד בכתובת הזאת. ייתכן שהוא ירד מהאתר." action={<BackToPages />} />
  return (
    <>
      <div>
        <BackToPages />
      </div>
      <HeadForm key={path} page={data.page} latest={data.override} />
    </>
  )
}

const BackToPages = () => (
  <Link className={buttonClasses({ look: 'ghost', size: 'sm' })} to="/crm/seo-manager">
    <Icon of={ChevronRight} />
    לכל העמודים
  </Link>
)
