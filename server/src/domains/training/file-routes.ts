import * as contract from '@lintel/contract/training/library';
import { AppError } from '../../platform/errors.ts';
import { fileAnswer } from '../../platform/files/answer.ts';
import { handle, type RequestFacts, type Route } from '../../platform/http/route.ts';
import type { MaterialDeps } from './deps.ts';
import { findFile } from './material-repository.ts';
import { keyOfFile, keyOfVideo } from './media.ts';

/** The files of materials, for all who may see them. */
export function fileRoutes(deps: Pick<MaterialDeps, 'db' | 'files'>): Route[] {
  const answer = async (key: string, request: RequestFacts) => {
    const file = await findFile(deps.db, key);
    if (file === undefined) throw new AppError('not_found');
    return fileAnswer(deps.files, file, request);
  };
  return [
    handle(contract.readVideo, ({ params, request }) => answer(keyOfVideo(params.key), request)),
    handle(contract.readImage, ({ params, request }) => answer(keyOfFile(params.key), request)),
    handle(contract.readTrack, ({ params, request }) => answer(keyOfFile(params.key), request)),
  ];
}
