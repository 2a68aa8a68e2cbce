import './sample-issue.css'
import type { ListedPost } from '#features/blog/blog.ts'
import { postPath } from '#features/blog/slug.ts'
import { ResponsiveImage } from '#platform/images/responsive-image.tsx'
import type { SiteFacts } from '../../pages.ts'
import { SiteLogo } from '../site-logo.tsx'

/** The newest post as a sample message, with the picture of the post if there is one, as in campaign-mail.tsx. */
export function SampleIssue({ post, business }: { post: ListedPost; business: SiteFacts['business'] }) {
  return (
    <section className="sample" aria-labelledby="sample-title">
      <div className="wrap sample__in">
        <div className="sample__words">
          <h2 className="display d2" id="sample-title">
            כך נראית הודעה
          </h2>
          <p className="lead">המאמר האחרון שלנו, כמו שהוא מגיע לתיבה. בסוף כל הודעה יש קישור להסרה מהרשימה.</p>
        </div>
        <article className="sample__mail" aria-label="הודעה לדוגמה">
          <dl>
            <div>
              <dt>מאת</dt>
              <dd>{business.business_name}</dd>
            </div>
            <div>
              <dt>נושא</dt>
              <dd>{post.title}</dd>
            </div>
          </dl>
          <div className="sample__body">
            <p className="logo">
              <SiteLogo business={business} />
            </p>
            {post.cover && (
              <ResponsiveImage
                picture={post.cover}
                alt={post.cover_alt}
                sizes="(min-width: 52rem) 36rem, 92vw"
                className="sample__cover"
              />
            )}
            <h3 className="display d3">{post.title}</h3>
            {post.excerpt && <p>{post.excerpt}</p>}
            <a href={postPath(post.slug)}>להמשך קריאה</a>
          </div>
        </article>
      </div>
    </section>
  )
}
