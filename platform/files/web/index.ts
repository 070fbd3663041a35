export { OwnPicture, PictureField, type PictureFieldProps } from './picture-field.tsx'
export { PicturesField, type PicturesFieldProps } from './pictures-field.tsx'
export { type ChosenPictures, usePictures } from './use-pictures.ts'
