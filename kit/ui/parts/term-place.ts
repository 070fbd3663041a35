const noteWidth = 280
/** Kept free to the edges of the window, and between the word and its sentence. */
const edge = 16
const gap = 8
/** Room below a word that a sentence of four lines needs. */
const heightMax = 130

/** Where the sentence about a word is shown: below the word, above it near the end of the window, never beyond an edge. */
export function placeNote(
  word: { readonly left: number; readonly top: number; readonly bottom: number },
  view: { readonly innerWidth: number; readonly innerHeight: number },
): { readonly left: string; readonly top: string; readonly bottom: string } {
  const width = Math.min(noteWidth, view.innerWidth - 2 * edge)
  const left = Math.max(edge, Math.min(word.left, view.innerWidth - edge - width))
  const isLow = word.bottom + gap + heightMax > view.innerHeight && word.top > heightMax
  return {
    left: `${left}px`,
    top: isLow ? 'auto' : `${word.bottom + gap}px`,
    bottom: isLow ? `${view.innerHeight - word.top + gap}px` : 'auto',
  }
}
