import { PageFrame } from '@bolsillo/ui'
import { Gallery } from '@bolsillo/ui/gallery'
import { useWords } from '@bolsillo/web-kit'
import type { Messages } from '../words/es-ES.ts'

/** Every part and state of kit/ui, for anyone who builds pages. Reached by its address only. */
export default function GalleryPage() {
  const t = useWords<Messages>('core')
  return (
    <PageFrame title={t('gallery')} flush>
      <Gallery />
    </PageFrame>
  )
}
