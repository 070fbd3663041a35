import type { supportLimits } from './conversation.ts'

/** The fields of a message that name a picture each, in their order. */
export const pictureFields = ['picture1', 'picture2', 'picture3'] as const satisfies {
  readonly length: typeof supportLimits.pictures
}
export type PictureField = (typeof pictureFields)[number]

/**
 * What a picture is called in the transcript and when it is saved: by its conversation, line and place. What its file was called
 * is kept nowhere; a name can say as much as a message, and nobody covers what is secret in it.
 */
export function pictureName(conversationId: string, no: number, place: number): string {
  return `${conversationId.slice(-6).toLowerCase()}-${no}-${place}.jpg`
}
