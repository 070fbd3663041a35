import type { Page } from '@bolsillo/contract'
import type { ComponentType } from 'react'

export { OwnPicture, PictureField, type PictureFieldProps } from './picture-field.tsx'

/** This room has no page of its own: its field stands in the pages of others. */
export const pages: readonly Page<ComponentType>[] = []
