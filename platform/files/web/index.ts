export { OwnPicture, PictureField, type PictureFieldProps } from './picture-field.tsx'
