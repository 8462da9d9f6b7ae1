;;; Emacs with eglot, in batch: rename the name at line 1, column 3, answer the server's question, read the
;;; diagnostics back. Debian's elpa packages need -q instead of -Q.
(setq make-backup-files nil create-lockfiles nil auto-save-default nil eglot-sync-connect 60 eglot-connect-timeout 60)
(package-initialize)
(require 'cl-lib) (require 'json) (require 'python) (require 'eglot) (require 'flymake)
;; A request of eglot is given up after ten seconds, which a first check on a busy machine may take.
(setq jsonrpc-default-request-timeout 90)
(defvar report nil)
(defun say (text) (push (replace-regexp-in-string "\n" " " text) report))
(setq eglot-server-programs
      `((python-mode . ,(append (json-parse-string (getenv "SERVER_COMMAND") :array-type 'list)
                                (list :initializationOptions
                                      (list :holdfast (json-parse-string (getenv "SETTINGS") :object-type 'plist)))))))
(find-file "app.py") (python-mode)
(apply #'eglot (eglot--guess-contact))
(goto-char (point-min)) (forward-char 2)
(cl-letf (((symbol-function 'y-or-n-p) (lambda (&rest _) t))
          ((symbol-function 'completing-read)
           (lambda (prompt choices &rest _) (say (concat "asked " prompt)) (getenv "ANSWER"))))
  (condition-case problem (eglot-rename (getenv "NEW_NAME"))
    (error (say (format "error %S" problem)))))
;; Output of the server ends a wait early, so waits are counted by the clock and not by their number.
(when (equal (getenv "EXPECT") "diagnostic")
  (let ((end (+ (float-time) 60)))
    (while (and (null (flymake-diagnostics)) (< (float-time) end))
      (flymake-start) (accept-process-output nil 0.1))))
(dolist (each (flymake-diagnostics))
  (say (format "diagnostic %d %s" (line-number-at-pos (flymake-diagnostic-beg each)) (flymake-diagnostic-text each))))
(save-some-buffers t)
(let ((server (eglot-current-server))) (when server (ignore-errors (eglot-shutdown server nil 5))))
(with-temp-file (getenv "REPORT") (insert (mapconcat #'identity (reverse report) "\n") "\n"))
