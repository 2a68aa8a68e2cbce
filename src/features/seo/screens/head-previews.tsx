// Approximate previews of a search result and a chat link, each with its own truncation.
import { Ltr } from '#ui/ltr.tsx'

type PreviewHead = { title: string; description: string; image: string | null; address: string }

export function GooglePreview({ title, description, address }: PreviewHead) {
  const { host, path } = urlParts(address)
  return (
    <section className="seo-preview" aria-label="כך זה ייראה בגוגל">
      <h3>בגוגל</h3>
      <div className="seo-google">
        <p className="seo-google__where">
          <Ltr>{[host, ...path.split('/').filter(Boolean)].join(' › ')}</Ltr>
        </p>
        <p className="seo-google__title">{title}</p>
        <p className="seo-google__text">{description}</p>
      </div>
    </section>
  )
}

export function WhatsAppPreview({ title, description, image, address, redrawn }: PreviewHead & { redrawn: boolean }) {
  return (
    <section className="seo-preview" aria-label="כך זה ייראה בוואטסאפ">
      <h3>בוואטסאפ</h3>
      <div className="seo-chat">
        {image && (
          <img src={sameOriginUrl(image)} alt="התמונה שתעמוד ליד הקישור" width={1200} height={630} loading="lazy" />
        )}
        <div className="seo-chat__words">
          <p className="seo-chat__title">{title}</p>
          <p className="seo-chat__text">{description}</p>
          <p className="seo-chat__where">
            <Ltr>{urlParts(address).host}</Ltr>
          </p>
        </div>
      </div>
      {redrawn && image && <p className="seo-note">התמונה תצויר מחדש עם הכותרת אחרי השמירה.</p>}
    </section>
  )
}

/** Rewrites the image URL to this origin, because the site's canonical host may differ. */
function sameOriginUrl(address: string) {
  const { pathname, search } = new URL(address, location.origin)
  return pathname + search
}

function urlParts(address: string) {
  const { host, pathname } = new URL(address, location.origin)
  return { host, path: decodeURI(pathname) }
}
