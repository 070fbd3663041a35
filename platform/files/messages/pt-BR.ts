import { fileBytesMax } from '../domain/file-rules.ts'
import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  rejections: {
    'file-empty': 'O arquivo está vazio.',
    'file-name': 'O nome do arquivo não é o de uma foto. Tire a foto de novo ou mude o nome.',
    'file-pdf': 'Não recebemos PDF. Tire uma foto do documento ou uma captura de tela.',
    'file-heic': 'Não conseguimos ler fotos HEIC. No iPhone escolha «Mais compatível» em Câmera, ou envie uma captura.',
    'file-kind': 'Só recebemos fotos JPEG, PNG ou WebP.',
    'file-pixels': 'A foto é grande demais: o máximo são {maximum} megapixels.',
    'file-too-small': 'A foto é pequena demais: cada lado precisa de pelo menos {minimum} pixels.',
    'file-moving': 'A imagem tem movimento. Envie uma foto parada.',
    'file-unreadable': 'Não conseguimos ler a foto. Tire de novo.',
    'files-too-many': 'Você já enviou {maximum} arquivos em {days} dias. Espere alguns dias ou fale com o suporte.',
    'files-too-much': 'Seus arquivos já ocupam {maximum} MiB, que é o máximo. Fale com o suporte.',
    'file-unknown': 'Esse arquivo não existe.',
    'file-used': 'Esse arquivo já foi usado. Envie a foto outra vez.',
    'file-views-too-many':
      'Você já viu {maximum} documentos em uma hora. Por agora não pode ver mais; isso ficou registrado.',
  },
  acts: {
    upload: 'Foto enviada',
    view: 'A equipe viu uma das suas fotos',
    'view-block': 'Um operador que via documentos demais foi parado',
  },
  field: {
    take: 'Tirar foto',
    choose: 'Escolher uma',
    again: 'Tirar outra',
    change: 'Escolher outra',
    preparing: 'Preparando',
    uploading: 'Enviando, {percent}%',
    ready: 'Pronta',
    tooLarge: `A foto tem mais de ${fileBytesMax / 1024 ** 2} MiB. Escolha outra.`,
    failed: 'Não foi possível enviar. Confira sua conexão e tire de novo.',
    preview: 'Prévia: {label}',
  },
  many: {
    choose: 'Escolher fotos',
    one: 'Foto {number}',
    remove: 'Tirar a foto {number}',
    over: 'Cabem {maximum} fotos no total; as outras não foram adicionadas.',
    failed: 'Não foi possível enviar. Tire-a daqui e adicione de novo.',
  },
  look: {
    show: 'Ver a foto',
    logged: 'Fica no registro do cliente',
    enlarge: 'Ampliar',
  },
  purposes: { identity: 'Identidade', 'deposit-proof': 'Comprovante de depósito', support: 'Suporte' },
  reasons: {
    review: 'Revisão de um caso',
    'second-look': 'Segunda revisão',
    'asked-by-customer': 'Pedido pelo cliente',
    'duplicate-check': 'Possível duplicado',
    'authority-request': 'Pedido por uma autoridade',
  },
}
