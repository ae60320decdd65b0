import type { Canvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { paintAbstract, paintSpace } from './paint/abstract';
import { cutToRatio, shapeOf } from './paint/cutToRatio';
import { paintCity } from './paint/city';
import { paintCaption } from './paint/caption';
import { paintLabel } from './paint/label';
import { paintMood } from './paint/mood';
import { paintDesert, paintField, paintMountains } from './paint/land';
import { beginPainting, SIDE, type Painting } from './paint/Painting';
import { paintSky } from './paint/sky';
import { paintForest } from './paint/trees';
import { paintLake, paintSea, paintUnderwater } from './paint/water';
import { finish } from './paint/finish';
import { paintAboveClouds, paintProfile, paintRoom } from './paint/rooms';
import { paintSubjects } from './paint/subjects';
import { paintWeather } from './paint/weather';
import type { Pixels } from './paint/strokes';
import { composePictures } from './photo/composePictures';
import { paintPhoto, tintRepetition } from './photo/paintPhoto';
import { captionsOf } from './scene/captions';
import { readScene } from './scene/readScene';
import { seedOf } from './scene/seededRandom';

export interface InputPicture {
  /** Hash of the encoded bytes. */
  sha256: string;
  /** Upright RGBA that fills the square. */
  pixels: Pixels;
}

export interface PreviewRequest {
  /** All words, in their order. */
  text: string;
  /** Pictures in their order. */
  pictures: InputPicture[];
  /** One of PREVIEW_RATIOS; square when absent. */
  aspectRatio?: string | undefined;
  /** Number of this picture of the same wish; the first when absent or 0. */
  number?: number | undefined;
}

/** Characters of a text that are read for its scene; all of a longer text still decides the picture's chance. */
const TEXT_READ = 20_000;

/** Paints a PNG, its longer side 1024 pixels, from words and pictures. The same wish gives the same bytes. */
export async function paintPreview({
  text,
  pictures,
  aspectRatio = '1:1',
  number = 0,
}: PreviewRequest): Promise<Buffer> {
  const contents = [text, ...pictures.map(({ sha256 }) => sha256)];
  const seed = number === 0 ? seedOf(...contents) : seedOf(...contents, `${number}`);
  const painting = beginPainting(readScene(text.slice(0, TEXT_READ), seed));
  const hasPictures = pictures.length > 0;
  if (hasPictures) {
    const photos = pictures.map(({ pixels }) => pixels);
    paintPhoto(painting, composePictures(photos, shapeOf(aspectRatio)));
    if (number > 0) tintRepetition(painting, number);
  } else {
    paintPlace(painting);
    paintSubjects(painting);
  }
  paintWeather(painting);
  finish(painting, hasPictures);
  const canvas = cutToRatio(painting.canvas, aspectRatio);
  paintCaption(canvas, captionsOf(painting.scene, hasPictures));
  paintLabel(canvas);
  return encodePng(canvas);
}

function paintPlace(painting: Painting): void {
  switch (painting.scene.place) {
    case 'sea':
      paintSky(painting, SIDE * 0.54);
      return paintSea(painting, SIDE * 0.54);
    case 'water':
      paintSky(painting, SIDE * 0.56);
      return paintLake(painting, SIDE * 0.56);
    case 'city':
      paintSky(painting, SIDE * 0.78);
      return paintCity(painting);
    case 'forest':
      return paintForest(painting);
    case 'field':
      paintSky(painting, SIDE * 0.52);
      return paintField(painting, SIDE * 0.52);
    case 'desert':
      paintSky(painting, SIDE * 0.5);
      return paintDesert(painting, SIDE * 0.5);
    case 'space':
      paintSky(painting, SIDE);
      return paintSpace(painting);
    case 'underwater':
      return paintUnderwater(painting);
    case 'mountain':
      paintSky(painting, SIDE * 0.68);
      return paintMountains(painting, SIDE * 0.5, SIDE * 0.86);
    case 'indoor':
      return paintRoom(painting);
    case 'sky':
      return paintAboveClouds(painting);
    case 'portrait':
      return paintProfile(painting);
    case 'mood':
      return paintMood(painting);
    default:
      return paintAbstract(painting);
  }
}

/** The PNG of an opaque canvas. The canvas's own encoder took four times as long, half of all painting, for a larger file. */
function encodePng(canvas: Canvas): Promise<Buffer> {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  return sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png({ compressionLevel: 4, adaptiveFiltering: true })
    .toBuffer();
}
